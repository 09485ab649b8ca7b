"""What holds without any photograph of a person."""

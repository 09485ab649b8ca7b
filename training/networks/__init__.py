"""The shapes of the networks. Their parts are shared by the tasks."""

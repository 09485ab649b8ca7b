"""How the models under `models/` were made and are evaluated. Not needed to run or test the product."""

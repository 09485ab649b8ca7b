"""How the models under `models/fundus/` were made and are evaluated. Not needed to run or test the product."""

"""The labelled pictures: what is kept from training, how they are read, changed and drawn."""

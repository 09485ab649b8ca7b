"""A module a model: its network, batches, loss, card and evaluation."""

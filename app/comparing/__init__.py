"""Two traces beside each other."""

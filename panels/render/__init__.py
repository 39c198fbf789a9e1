"""Values to text: free functions, tested without an app."""

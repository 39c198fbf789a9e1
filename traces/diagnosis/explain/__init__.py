"""What a pod event, a log line or a whole log says of CNI: the innermost cause, and who added which words around it."""

"""The kernel side: netlink and namespaces. The only package that imports pyroute2."""

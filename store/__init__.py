"""The hot paths in few statements, made of the models.

`queries` has queries of the ORM that are compiled once, `rows` inserts and changes rows of models,
`statements` sends several of them at once (docs/decisions/0037-one-storage-layer.md). Whatever does
not happen with every request uses the plain ORM.
"""

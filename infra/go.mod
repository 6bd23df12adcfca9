module ordering/infra

go 1.26

require (
	ordering/functions v0.0.0
	ordering/shared v0.0.0
)

replace (
	ordering/functions => ../functions
	ordering/locales => ../locales
	ordering/shared => ../shared
)

module ordering/infra

go 1.26

require ordering/functions v0.0.0

require (
	github.com/danielgtaylor/huma/v2 v2.39.0 // indirect
	github.com/shopspring/decimal v1.6.0 // indirect
	ordering/shared v0.0.0 // indirect
)

replace (
	ordering/functions => ../functions
	ordering/locales => ../locales
	ordering/shared => ../shared
)

module ordering/shared

go 1.26

module ordering/locales

go 1.26

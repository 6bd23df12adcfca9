package order

// Between is how long a request waits before it looks again whether its twin has been answered.
var Between = between

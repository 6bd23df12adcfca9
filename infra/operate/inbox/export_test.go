package inbox

// Neutral is neutral, for the fuzz test.
var Neutral = neutral

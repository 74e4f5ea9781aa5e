package saboteur

// Cards that only tests name.
var (
	pathNS     = cardOf("path-ns")
	pathEW     = cardOf("path-ew")
	pathNE     = cardOf("path-ne")
	pathNSE    = cardOf("path-nse")
	pathNESW   = cardOf("path-nesw")
	deadN      = cardOf("dead-n")
	deadEW     = cardOf("dead-ew")
	deadNESW   = cardOf("dead-nesw")
	brokenPick = cardOf("broken-pick")
	brokenCart = cardOf("broken-cart")
	repairCart = cardOf("repair-cart")
)

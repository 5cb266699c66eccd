import Glibc

func _log(_ x: Double) -> Double { Glibc.log(x) }
func _cos(_ x: Double) -> Double { Glibc.cos(x) }

export interface PortCount {
  total: number
  /** Ports that belong to no project. */
  free: number
}

/** The range is nearly full when at most this many ports are left, or this share of a small range. */
export const FEW_PORTS = 20
const FEW_PORTS_SHARE = 0.1

export const isNearlyFull = ({ total, free }: PortCount) =>
  free <= Math.min(FEW_PORTS, Math.ceil(total * FEW_PORTS_SHARE))

/** Ports, both ends included. */
export interface Ports {
  first: number
  last: number
}

const LAST_PORT = 65535

export const rangeText = ({ first, last }: Ports) => `${first}-${last}`

export const rangesOverlap = (one: Ports, other: Ports) => one.first <= other.last && other.first <= one.last

/** The same number of ports right after a range, or right before it when there is no room after it. */
export function rangeBeside({ first, last }: Ports): Ports {
  const count = last - first + 1
  return last + count <= LAST_PORT
    ? { first: last + 1, last: last + count }
    : { first: first - count, last: first - 1 }
}

/** Ports that the system uses for outgoing connections, except those that an administrator has reserved. */
export interface EphemeralPorts {
  range: Ports
  reserved: readonly Ports[]
}

/** Reads `/proc/sys/net/ipv4/ip_local_port_range` and `ip_local_reserved_ports`. */
export function parseEphemeralPorts(range: string, reserved: string): EphemeralPorts | undefined {
  const [first, last] = range.trim().split(/\s+/).map(Number)
  if (first === undefined || last === undefined || Number.isNaN(first + last)) return undefined
  const ranges = reserved
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .map((part) => part.split('-').map(Number))
    .map(([from = 0, to = from]) => ({ first: from, last: to }))
  return { range: { first, last }, reserved: ranges }
}

/** The first port of a range that an outgoing connection may use; undefined when there is none. */
export function firstEphemeral(ports: Ports, { range, reserved }: EphemeralPorts): number | undefined {
  for (let port = Math.max(ports.first, range.first); port <= Math.min(ports.last, range.last); port += 1)
    if (!reserved.some(({ first, last }) => port >= first && port <= last)) return port
  return undefined
}

/** The warning for the operator when an outgoing connection may use a database's port. */
export function ephemeralNotice(name: string, ports: Ports, ephemeral: EphemeralPorts): string | undefined {
  if (firstEphemeral(ports, ephemeral) === undefined) return undefined
  return `${name} ${rangeText(ports)} lies in the range ${rangeText(ephemeral.range)}, from which this system takes ports for outgoing connections, so a database may find its port taken. Choose ports below ${ephemeral.range.first}, or reserve them: sysctl -w net.ipv4.ip_local_reserved_ports=${rangeText(ports)}`
}

import { readFileSync } from 'node:fs'
import { ephemeralNotice, type Ports, parseEphemeralPorts } from './port-ranges.rules.ts'

const SETTINGS = '/proc/sys/net/ipv4'

/** Warnings for the operator when outgoing connections may use a configured port. Linux only. */
export function ephemeralNotices(ranges: { dbPortRange: Ports; dedicatedPortRange: Ports }): string[] {
  const read = (name: string) => {
    try {
      return readFileSync(`${SETTINGS}/${name}`, 'utf8')
    } catch {
      // Other systems, and some containers, do not report the range.
      return ''
    }
  }
  const ephemeral = parseEphemeralPorts(read('ip_local_port_range'), read('ip_local_reserved_ports'))
  if (!ephemeral) return []
  return [
    ephemeralNotice('BASALT_DB_PORT_RANGE', ranges.dbPortRange, ephemeral),
    ephemeralNotice('BASALT_DEDICATED_POOLER_PORT_RANGE', ranges.dedicatedPortRange, ephemeral),
  ].flatMap((notice) => notice ?? [])
}

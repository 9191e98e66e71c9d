import { machineHasIpv6 } from '../ipv6.ts'

/** The clients that may connect to a server over the network. Users who may open its socket are always admitted. */
export interface AccessRules {
  /** Whether it listens on IPv4. It always listens on IPv6 if the machine has it. */
  ipv4: boolean
  /** Unencrypted connections are refused. */
  isEncryptedOnly: boolean
  /** CIDR blocks such as `10.0.0.0/8`; undefined for all addresses. */
  allowedCidrs?: readonly string[]
}

export const OPEN_TO_ALL: AccessRules = { ipv4: true, isEncryptedOnly: false }

/** The addresses that servers listen on: loopback unless stated. */
export interface ListenAddresses {
  ipv4: string
  ipv6: string
}

export const LOOPBACK: ListenAddresses = { ipv4: '127.0.0.1', ipv6: '::1' }

/** The host at which a server with these rules is reached from this machine. */
export const hostOf = ({ ipv4 }: AccessRules) => (ipv4 ? LOOPBACK.ipv4 : LOOPBACK.ipv6)

/** PostgreSQL exits when it can listen on none of its addresses, so only existing ones are returned. */
export function listenAddresses(
  rules: AccessRules,
  { ipv4, ipv6 }: ListenAddresses,
  hasIpv6 = machineHasIpv6(),
): string[] {
  return [...(rules.ipv4 ? [ipv4] : []), ...(hasIpv6 ? [ipv6] : [])]
}

const EVERYBODY = ['0.0.0.0/0', '::/0']
const METHOD = 'scram-sha-256'

/** The map in pg_ident.conf that admits the platform without a password. */
const PEER_MAP = 'basalt'

/** The logins that a server's socket accepts without a password. */
export interface Peers {
  /** The system user that runs the platform; undefined when the system has no name for it. */
  systemUser: string | undefined
  /** The roles that this user may log in as. */
  roles: readonly string[]
}

export const NO_PEERS: Peers = { systemUser: undefined, roles: [] }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The contents of pg_ident.conf. */
export const peersText = ({ systemUser, roles }: Peers) =>
  systemUser === undefined
    ? ''
    : roles.map((role) => `${PEER_MAP} ${quoted(systemUser)} ${quoted(role)}\n`).join('')

/** The contents of pg_hba.conf while only the platform may connect, as one role over the socket. */
export const onlyRoleText = (role: string, peers: Peers = NO_PEERS) =>
  rulesFile([
    ...(peers.systemUser !== undefined && peers.roles.includes(role)
      ? [`local all ${quoted(role)} peer map=${PEER_MAP}`]
      : []),
    `local all ${quoted(role)} ${METHOD}`,
  ])

const rulesFile = (lines: readonly string[]) =>
  `# Generated before each start and with each change; manual changes are lost.\n${lines.join('\n')}\n`

/** The contents of pg_hba.conf. Replicas on this machine are admitted whatever the rules say, by their roles. */
export function accessRulesText(
  rules: AccessRules,
  peers: Peers = NO_PEERS,
  replicas: readonly string[] = [],
): string {
  const kind = rules.isEncryptedOnly ? 'hostssl' : 'host'
  const lines = [
    ...(peers.systemUser === undefined
      ? []
      : peers.roles.map((role) => `local all ${quoted(role)} peer map=${PEER_MAP}`)),
    `local all all ${METHOD}`,
    `local replication all ${METHOD}`,
    ...replicas.map((role) => `host replication ${quoted(role)} samehost ${METHOD}`),
    ...(rules.allowedCidrs ?? EVERYBODY).flatMap((cidr) => [
      `${kind} all all ${cidr} ${METHOD}`,
      `${kind} replication all ${cidr} ${METHOD}`,
    ]),
  ]
  return rulesFile(lines)
}

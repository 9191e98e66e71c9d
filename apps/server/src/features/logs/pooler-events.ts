import type { LogEvent } from '@basalt/log-store/log-event.ts'
import type { PoolerAttempt } from '../poolers/poolers.port.ts'

/** A login at a pooler as an event. What was refused may be anything that someone typed, so only its beginning is kept. */
export function loginEvent({ login, role, via }: PoolerAttempt, isIn: boolean, now: Date): LogEvent {
  const user = role.slice(0, 63)
  return {
    timestamp: now.getTime(),
    event_message: isIn
      ? `${user} logged in to ${login.database} in ${login.mode} mode`
      : `Login of ${user} refused: wrong password, or no such role`,
    user_name: user,
    database: login.database.slice(0, 63),
    mode: login.mode,
    port: via,
    outcome: isIn ? 'accepted' : 'refused',
    address: login.remoteAddress,
    ssl: login.isEncrypted ? 'yes' : 'no',
  }
}

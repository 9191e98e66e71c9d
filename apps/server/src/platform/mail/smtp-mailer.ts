import { isIP } from 'node:net'
import type { Mail, Mailer } from './mailer.ts'

/** The dashboard waits for the outcome, so these are short. */
const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 15_000
const REPLY_MAX = 200
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export interface SmtpSettings {
  /** `smtp://` uses STARTTLS when offered and requires it for a password; `smtps://` starts with TLS. */
  url: URL
  /** The IP address to connect to, which has been checked; by default the host of the URL is looked up. */
  address?: string
  /** An address, or a name and an address; as a text `Name <address>`. */
  from: string | { name: string; address: string }
  /** Completes "The mail server refused the user name and password of …". */
  configuredBy?: { setting: string; advice: string }
}

const INSTALLATION = {
  setting: 'BASALT_SMTP_URL',
  advice: 'Contact the administrator of this installation.',
}

interface SmtpFailure extends Error {
  code?: string
  /** The server's reply, such as `550 No such user`. */
  response?: string
}

/** Sends mails one after the other over one connection, which is closed after the last. */
export function smtpMailer(
  { url, address, from, configuredBy = INSTALLATION }: SmtpSettings,
  log: (error: unknown) => void,
): Mailer {
  const connect = async () => {
    // Loaded with the first mail, which many installations never send.
    const { createTransport } = await import('nodemailer')
    const hasPassword = url.username !== ''
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    return createTransport({
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
      host: address ?? hostname,
      tls: { servername: isIP(hostname) ? '' : hostname },
      ...(url.port && { port: Number(url.port) }),
      secure: url.protocol === 'smtps:',
      requireTLS: hasPassword && !LOOPBACK.includes(url.hostname),
      ...(hasPassword && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async sendAll(mails) {
      const transport = await connect()
      const failures: (string | undefined)[] = []
      let serverFailure: string | undefined
      try {
        for (const mail of mails) {
          // A failure of the server, not of one mail, fails the others too, without another attempt for each.
          if (serverFailure === undefined) {
            const failure = await transport.sendMail({ from, ...toMessage(mail) }).then(
              () => undefined,
              (error: SmtpFailure) => {
                log(error)
                return error
              },
            )
            const reason = failure && messageOf(failure, url.host, configuredBy)
            if (failure && !isAboutOneMail(failure)) serverFailure = reason
            failures.push(reason)
          } else failures.push(serverFailure)
        }
      } finally {
        transport.close()
      }
      return failures
    },
  }
}

/** As an object: an address is one recipient and never a list of them. */
const toMessage = ({ to, ...mail }: Mail) => ({ to: { name: '', address: to }, ...mail })

const isAboutOneMail = ({ code }: SmtpFailure) => code === 'EENVELOPE' || code === 'EMESSAGE'

function messageOf(
  { code, response, message }: SmtpFailure,
  host: string,
  { setting, advice }: NonNullable<SmtpSettings['configuredBy']>,
) {
  const reply = (response ?? message).replace(/\s+/g, ' ').slice(0, REPLY_MAX)
  if (code === 'EENVELOPE') return `The mail server refused the address: ${reply}`
  if (code === 'EMESSAGE') return `The mail server refused the mail: ${reply}`
  if (code === 'EAUTH') return `The mail server refused the user name and password of ${setting}. ${advice}`
  return `The mail server ${host} could not be used: ${reply}. ${advice}`
}

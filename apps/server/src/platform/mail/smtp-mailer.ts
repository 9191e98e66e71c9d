import type { Mail, Mailer } from './mailer.ts'

/** The dashboard waits for the outcome, so these are short. */
const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 15_000
const REPLY_MAX = 200
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export interface SmtpSettings {
  /** `smtp://` uses STARTTLS when offered and requires it for a password; `smtps://` starts with TLS. */
  url: URL
  /** An address, or `Name <address>`. */
  from: string
}

interface SmtpFailure extends Error {
  code?: string
  /** The server's reply, such as `550 No such user`. */
  response?: string
}

/** Sends mails one after the other over one connection, which is closed after the last. */
export function smtpMailer({ url, from }: SmtpSettings, log: (error: unknown) => void): Mailer {
  const connect = async () => {
    // Loaded with the first mail, which many installations never send.
    const { createTransport } = await import('nodemailer')
    const hasPassword = url.username !== ''
    return createTransport({
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
      host: url.hostname.replace(/^\[|\]$/g, ''),
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
            const reason = failure && messageOf(failure, url.host)
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
const toMessage = ({ to, subject, text }: Mail) => ({ to: { name: '', address: to }, subject, text })

const isAboutOneMail = ({ code }: SmtpFailure) => code === 'EENVELOPE' || code === 'EMESSAGE'

function messageOf({ code, response, message }: SmtpFailure, host: string) {
  const reply = (response ?? message).replace(/\s+/g, ' ').slice(0, REPLY_MAX)
  if (code === 'EENVELOPE') return `The mail server refused the address: ${reply}`
  if (code === 'EMESSAGE') return `The mail server refused the mail: ${reply}`
  if (code === 'EAUTH')
    return 'The mail server refused the user name and password of BASALT_SMTP_URL. Contact the administrator of this installation.'
  return `The mail server ${host} could not be used: ${reply}. Contact the administrator of this installation.`
}

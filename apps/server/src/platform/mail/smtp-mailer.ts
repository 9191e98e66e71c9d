import type { Mail, Mailer } from './mailer.ts'

/** Nobody waits long for a dashboard to answer. */
const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 15_000
const REPLY_SHOWN = 200
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export interface SmtpSettings {
  /** `smtp://` turns to TLS where the server offers it, and must where a password is sent; `smtps://` begins with it. */
  url: URL
  /** An address, or `Name <address>`. */
  from: string
}

interface SmtpFailure extends Error {
  code?: string
  /** What the server said, such as `550 No such user`. */
  response?: string
}

/** Sends one mail after another over one connection, which ends with the last. */
export function smtpMailer({ url, from }: SmtpSettings, log: (error: unknown) => void): Mailer {
  const connect = async () => {
    // Loaded with the first mail, which many an installation never sends.
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
          // What keeps one from being sent by this server keeps all: nobody waits for each of them to fail.
          if (serverFailure === undefined) {
            const failure = await transport.sendMail({ from, ...textOf(mail) }).then(
              () => undefined,
              (error: SmtpFailure) => {
                log(error)
                return error
              },
            )
            const words = failure && wordsOf(failure, url.host)
            if (failure && !isAboutOneMail(failure)) serverFailure = words
            failures.push(words)
          } else failures.push(serverFailure)
        }
      } finally {
        transport.close()
      }
      return failures
    },
  }
}

/** As it is: an address is one recipient and never a list of them. */
const textOf = ({ to, subject, text }: Mail) => ({ to: { name: '', address: to }, subject, text })

const isAboutOneMail = ({ code }: SmtpFailure) => code === 'EENVELOPE' || code === 'EMESSAGE'

function wordsOf({ code, response, message }: SmtpFailure, host: string) {
  const said = (response ?? message).replace(/\s+/g, ' ').slice(0, REPLY_SHOWN)
  if (code === 'EENVELOPE') return `The mail server refused the address: ${said}`
  if (code === 'EMESSAGE') return `The mail server refused the mail: ${said}`
  if (code === 'EAUTH')
    return 'The mail server refused the user name and password of BASALT_SMTP_URL. Tell who runs this installation.'
  return `The mail server ${host} could not be used: ${said}. Tell who runs this installation.`
}

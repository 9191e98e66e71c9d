import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface Received {
  from: string
  to: string[]
  /** Headers and body, with the transport's encoding undone. */
  content: string
}

/** A local SMTP server that stores the mails it receives, and refuses addresses that begin with `nobody`. */
export async function openSmtpServer({ password }: { password?: string } = {}) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, password, (mail) => received.push(mail))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const user = password === undefined ? '' : `mailer:${encodeURIComponent(password)}@`
  return {
    received,
    url: `smtp://${user}127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function converse(socket: Socket, password: string | undefined, keep: (mail: Received) => void) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: Received = { from: '', to: [], content: '' }
  let data: string[] | undefined
  const addressOf = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
  const commands: Record<string, (line: string) => void> = {
    EHLO: () => {
      say('250-localhost')
      say(password === undefined ? '250 8BITMIME' : '250 AUTH PLAIN')
    },
    AUTH: (line) => {
      const given = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')[2]
      say(given === password ? '235 Welcome' : '535 Wrong password')
    },
    MAIL: (line) => {
      mail = { from: addressOf(line), to: [], content: '' }
      say('250 Go on')
    },
    RCPT: (line) => {
      const address = addressOf(line)
      if (address.startsWith('nobody')) return say('550 No such user here')
      mail.to.push(address)
      say('250 Go on')
    },
    DATA: () => {
      data = []
      say('354 End with a dot')
    },
    RSET: () => say('250 Forgotten'),
    QUIT: () => {
      say('221 Good-bye')
      socket.end()
    },
  }
  socket.on('error', () => undefined)
  createInterface({ input: socket }).on('line', (line) => {
    if (data && line !== '.') return data.push(line.replace(/^\.\./, '.'))
    if (data) {
      keep({ ...mail, content: decoded(data.join('\r\n')) })
      data = undefined
      return say('250 Taken')
    }
    const command = commands[line.slice(0, 4).toUpperCase()]
    return command ? command(line) : say('502 Not understood')
  })
  say('220 localhost ESMTP')
}

const decoded = (content: string) =>
  /quoted-printable/i.test(content)
    ? content
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : content

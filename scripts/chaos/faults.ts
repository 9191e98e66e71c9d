import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { type ChaosServer, postmasterOf } from './chaos-server.ts'

/** How long a fault lasts before it is undone, unless it ends on its own. */
const FAULT_MS = 3_000
const RECOVERY_LIMIT_MS = 120_000

export interface Fault {
  name: string
  /** Why it cannot be injected here; undefined if it can. */
  missing?: (server: ChaosServer, disk: string | undefined) => string | undefined
  /** Injects the fault and undoes it. Throws when an invariant is broken meanwhile; all invariants are checked afterwards. */
  run(server: ChaosServer, disk: string | undefined): Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pickOne = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)]!

function postmaster(server: ChaosServer, kind: Parameters<typeof postmasterOf>[1]) {
  const pid = postmasterOf(server.dataDir, kind)
  if (pid === undefined) throw new Error('there is no such server')
  return pid
}

/** Runs a fault while entries are being written, so that some writes are interrupted. */
async function whileWriting(server: ChaosServer, inject: () => Promise<void>) {
  let isOver = false
  const writing = server.refs.map(async (ref) => {
    while (!isOver) if (!(await server.write(ref))) await pause(50)
  })
  try {
    await pause(200)
    await inject()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
}

export const faults: Fault[] = [
  {
    name: 'the server is killed and restarted',
    run: (server) =>
      whileWriting(server, async () => {
        await server.process.stop('SIGKILL')
        await server.restart()
      }),
  },
  {
    name: 'the server and every database are killed and restarted',
    run: (server) =>
      whileWriting(server, async () => {
        const pids = [
          postmasterOf(server.dataDir, 'metadata'),
          ...server.refs.map((ref) => postmasterOf(server.dataDir, { ref })),
        ]
        await server.process.stop('SIGKILL')
        for (const pid of pids) if (pid !== undefined) kill(pid, 'SIGKILL')
        await server.restart()
      }),
  },
  {
    name: "the platform's own database is killed",
    run: (server) =>
      whileWriting(server, async () => {
        kill(postmaster(server, 'metadata'), 'SIGKILL')
        await pause(FAULT_MS)
      }),
  },
  {
    name: 'the database of a project is killed',
    run: (server) =>
      whileWriting(server, async () => {
        const before = postmaster(server, { ref: pickOne(server.refs) })
        kill(before, 'SIGKILL')
        await pause(FAULT_MS)
      }),
  },
  {
    name: 'the database of a project is frozen and resumed',
    run: (server) =>
      whileWriting(server, async () => {
        const pid = postmaster(server, { ref: pickOne(server.refs) })
        kill(pid, 'SIGSTOP')
        try {
          await pause(FAULT_MS)
        } finally {
          kill(pid, 'SIGCONT')
        }
      }),
  },
  {
    name: 'the disk is full for a while',
    missing: (_ground, disk) =>
      disk === undefined ? 'mounting a small file system is not allowed here' : undefined,
    async run(server, disk) {
      const filling = path.join(disk!, 'filling')
      await whileWriting(server, async () => {
        fillUp(filling)
        try {
          await pause(FAULT_MS)
          if (server.process.hasEnded()) throw new Error('the server ended on a full disk')
        } finally {
          rmSync(filling, { force: true })
        }
      })
    },
  },
]

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function fillUp(file: string) {
  const handle = openSync(file, 'a')
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) writeSync(handle, Buffer.alloc(size))
      } catch {
        // No space for a block of this size: the next one is half of it.
      }
  } finally {
    closeSync(handle)
  }
}

export interface Invariant {
  name: string
  /** Throws an error with a message when it is broken. */
  check(server: ChaosServer): Promise<void>
}

/** The invariants that are checked after every fault. */
export const invariants: Invariant[] = [
  {
    name: 'the server is running',
    async check(server) {
      if (server.process.hasEnded()) throw new Error(`it ended:\n${server.process.output()}`)
    },
  },
  {
    name: 'every project becomes healthy without help',
    async check(server) {
      for (const ref of server.refs) {
        await server.whenHealthy(ref).catch(async () => {
          throw new Error(`${ref} is ${await server.statusOf(ref).catch((error: Error) => error.message)}`)
        })
      }
    },
  },
  {
    name: 'every project takes writes',
    async check(server) {
      for (const ref of server.refs)
        await waitFor(() => server.write(ref), { timeoutMs: RECOVERY_LIMIT_MS }).catch(() => {
          throw new Error(`${ref} takes no writes`)
        })
    },
  },
  {
    name: 'no confirmed write is lost',
    async check(server) {
      for (const ref of server.refs) {
        const lost = await server.lostEntries(ref)
        if (lost.length > 0) throw new Error(`${ref} lost ${lost.length} entries, such as ${lost[0]}`)
      }
    },
  },
]

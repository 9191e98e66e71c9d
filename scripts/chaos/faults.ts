import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { type Ground, postmasterOf } from './ground.ts'

/** How long a torture lasts before it is undone, if it does not end by itself. */
const PAIN_MS = 3_000
const BACK_LIMIT_MS = 120_000

export interface Torture {
  name: string
  /** Why it cannot be done here; undefined where it can. */
  missing?: (ground: Ground, disk: string | undefined) => string | undefined
  /** Runs the torture and undoes it. Throws when an invariant fails meanwhile; those afterwards are shared by all. */
  run(ground: Ground, disk: string | undefined): Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pickOne = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)]!

function postmaster(ground: Ground, kind: Parameters<typeof postmasterOf>[1]) {
  const pid = postmasterOf(ground.dataDir, kind)
  if (pid === undefined) throw new Error('there is no server to hurt')
  return pid
}

/** Writes continue meanwhile, so that some are interrupted. */
async function whileWriting(ground: Ground, hurt: () => Promise<void>) {
  let isOver = false
  const writing = ground.refs.map(async (ref) => {
    while (!isOver) if (!(await ground.write(ref))) await pause(50)
  })
  try {
    await pause(200)
    await hurt()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
}

export const tortures: Torture[] = [
  {
    name: 'the server is killed and started again',
    run: (ground) =>
      whileWriting(ground, async () => {
        await ground.server.stop('SIGKILL')
        await ground.startAgain()
      }),
  },
  {
    name: 'the server and every database are killed and started again',
    run: (ground) =>
      whileWriting(ground, async () => {
        const pids = [
          postmasterOf(ground.dataDir, 'metadata'),
          ...ground.refs.map((ref) => postmasterOf(ground.dataDir, { ref })),
        ]
        await ground.server.stop('SIGKILL')
        for (const pid of pids) if (pid !== undefined) kill(pid, 'SIGKILL')
        await ground.startAgain()
      }),
  },
  {
    name: "the platform's own database is killed",
    run: (ground) =>
      whileWriting(ground, async () => {
        kill(postmaster(ground, 'metadata'), 'SIGKILL')
        await pause(PAIN_MS)
      }),
  },
  {
    name: 'the database of a project is killed',
    run: (ground) =>
      whileWriting(ground, async () => {
        const before = postmaster(ground, { ref: pickOne(ground.refs) })
        kill(before, 'SIGKILL')
        await pause(PAIN_MS)
      }),
  },
  {
    name: 'the database of a project is frozen and let go on',
    run: (ground) =>
      whileWriting(ground, async () => {
        const pid = postmaster(ground, { ref: pickOne(ground.refs) })
        kill(pid, 'SIGSTOP')
        try {
          await pause(PAIN_MS)
        } finally {
          kill(pid, 'SIGCONT')
        }
      }),
  },
  {
    name: 'the disk is full for a while',
    missing: (_ground, disk) =>
      disk === undefined ? 'mounting a small file system is not allowed here' : undefined,
    async run(ground, disk) {
      const filling = path.join(disk!, 'filling')
      await whileWriting(ground, async () => {
        fillUp(filling)
        try {
          await pause(PAIN_MS)
          if (ground.server.hasEnded()) throw new Error('the server ended on a full disk')
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
        // No room for a block of this size: the next one is half of it.
      }
  } finally {
    closeSync(handle)
  }
}

export interface Invariant {
  name: string
  /** Throws with a message when it is broken. */
  check(ground: Ground): Promise<void>
}

/** The invariants that hold after every torture. */
export const invariants: Invariant[] = [
  {
    name: 'the server lives',
    async check(ground) {
      if (ground.server.hasEnded()) throw new Error(`it ended:\n${ground.server.output()}`)
    },
  },
  {
    name: 'every project comes back healthy by itself',
    async check(ground) {
      for (const ref of ground.refs) {
        await ground.whenHealthy(ref).catch(async () => {
          throw new Error(`${ref} is ${await ground.statusOf(ref).catch((error: Error) => error.message)}`)
        })
      }
    },
  },
  {
    name: 'every project takes writes',
    async check(ground) {
      for (const ref of ground.refs)
        await waitFor(() => ground.write(ref), { timeoutMs: BACK_LIMIT_MS }).catch(() => {
          throw new Error(`${ref} takes no writes`)
        })
    },
  },
  {
    name: 'nothing that was said to be written is lost',
    async check(ground) {
      for (const ref of ground.refs) {
        const lost = await ground.lostEntries(ref)
        if (lost.length > 0) throw new Error(`${ref} lost ${lost.length} entries, such as ${lost[0]}`)
      }
    },
  },
]

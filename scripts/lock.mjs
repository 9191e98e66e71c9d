// A lock between processes: a folder that only one of them can create. Like up.mjs: no dependencies, Node 20.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 300
/** The holder writes its pid right after creating the folder; a folder without one counts as abandoned after this time. */
const PID_GRACE_MS = 2000
const NOTICE_AFTER_MS = 15_000

/**
 * Runs `work` while no other process holds the lock. The lock of a killed process is taken over.
 * @template T
 * @param {string} folder
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  await take(folder)
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function take(folder) {
  const since = Date.now()
  let isNoticePrinted = false
  while (!tryToCreate(folder)) {
    if (!isHeld(folder)) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    if (!isNoticePrinted && Date.now() - since > NOTICE_AFTER_MS) {
      isNoticePrinted = true
      console.log(`Waiting for another command in this folder. If there is none, remove ${folder}`)
    }
    await sleep(POLL_MS)
  }
}

/** @param {string} folder */
function tryToCreate(folder) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  writeFileSync(path.join(folder, 'pid'), String(process.pid))
  return true
}

/** @param {string} folder */
function isHeld(folder) {
  try {
    process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')), 0)
    return true
  } catch (error) {
    if (codeOf(error) === 'EPERM') return true
    const created = statSync(folder, { throwIfNoEntry: false })
    return created !== undefined && codeOf(error) === 'ENOENT' && Date.now() - created.mtimeMs < PID_GRACE_MS
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)

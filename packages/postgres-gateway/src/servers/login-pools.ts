import type { ScramCredentials } from '@basalt/postgres-wire/scram/scram-client.ts'
import { isWithin, type Part, type PoolMode, type Route } from '../resolver.ts'
import { Budget } from './budget.ts'
import { LoginPool, type LoginPoolOptions } from './login-pool.ts'
import { noTotals, type PoolTotals, sumOf } from './pool-totals.ts'

/** The pools of all logins. Unused ones are removed. */
export class LoginPools {
  readonly #options: LoginPoolOptions
  /** The budget shared by each group's pools. */
  readonly #budgets = new Map<string, Budget>()
  readonly #byKey = new Map<string, LoginPool>()
  /** Removed, but with connections that are still closing. */
  readonly #closing = new Set<LoginPool>()
  /** Totals of pools that were removed. */
  readonly #removed: Record<PoolMode, PoolTotals> = { session: noTotals(), transaction: noTotals() }

  constructor(options: LoginPoolOptions) {
    this.#options = options
  }

  /** The pool of a login, updated with its route and credentials. */
  of(mode: PoolMode, route: Route, credentials: ScramCredentials): LoginPool {
    const key = JSON.stringify([mode, route.group, route.quotaGroup, route.role, route.database])
    const known = this.#byKey.get(key)
    if (known) {
      known.update(route, credentials)
      return known
    }
    const pool = new LoginPool(mode, route, credentials, {
      ...this.#options,
      budget: this.#budgetOf(route.group),
    })
    this.#byKey.set(key, pool)
    return pool
  }

  #budgetOf(group: string) {
    const known = this.#budgets.get(group)
    if (known) return known
    const budget = new Budget()
    this.#budgets.set(group, budget)
    return budget
  }

  [Symbol.iterator]() {
    return this.#byKey.values()
  }

  sweep() {
    for (const [key, pool] of this.#byKey) {
      pool.pool.sweep()
      if (pool.pool.isUnused && pool.counts.clients === 0) {
        this.#byKey.delete(key)
        this.#retire(pool)
      }
    }
    for (const pool of this.#closing)
      if (pool.pool.isUnused) {
        this.#closing.delete(pool)
        this.#retire(pool)
      }
    for (const [group, budget] of this.#budgets) if (budget.isEmpty) this.#budgets.delete(group)
  }

  #retire({ mode, pool, totals }: LoginPool) {
    this.#removed[mode] = sumOf([this.#removed[mode], totals])
    pool.retire()
  }

  /** The totals of all pools of a mode, including removed ones. */
  totalsOf(mode: PoolMode): PoolTotals {
    const current = [...this.#byKey.values(), ...this.#closing].filter((pool) => pool.mode === mode)
    return sumOf([this.#removed[mode], ...current.map(({ totals }) => totals)])
  }

  /**
   * Closes the server connections of a group unless one of them is in use. Resolves to whether it did, once they are
   * closed.
   */
  async release(group: string): Promise<boolean> {
    const pools = [...this.#byKey.values(), ...this.#closing].filter(({ route }) => route.group === group)
    if (pools.some(({ pool }) => pool.isBusy)) return false
    await Promise.all(pools.map(({ pool }) => pool.release()))
    return true
  }

  /** Closes every server connection of a group, or of a part of it. The next login gets a new pool. */
  close(group: string, only?: Part) {
    for (const [key, pool] of this.#byKey) {
      if (pool.route.group !== group || !isWithin(pool.route, only)) continue
      this.#byKey.delete(key)
      this.#closing.add(pool)
      pool.pool.close({ force: true })
    }
  }

  /** Closes every server connection; resolves when all have closed. */
  async closeAll() {
    const all = [...this.#byKey.values(), ...this.#closing]
    await Promise.all(all.map((pool) => pool.pool.closeAll()))
  }
}

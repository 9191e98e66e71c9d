import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { AlsoStored } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { ReadableSecrets } from '../../platform/secrets/project-secrets.ts'

/** Throws why a project cannot be deleted yet. */
export type RemovalCheck = (ref: string, transaction: Transaction<MetadataSchema>) => Promise<void>

/** Makes the databases of some projects in another way than as new ones. */
export interface InstanceMaker {
  /**
   * Makes an instance, or replaces its data. False for a project that gets a new database; `prepared` when it runs by its rules
   * of access, with its roles and schemas up to date.
   */
  make(ref: string): Promise<boolean | 'prepared'>
  /** Whether there is an instance for `make` that nothing has used yet, so nothing is open to it. */
  hasUnused?(ref: string): boolean
  /** Whether the passwords of its roles are set before its first start, so that they can log in while it is prepared. */
  setsPasswords?: boolean
  /**
   * Called when the instance runs, before anyone may connect. `prepare` brings its roles and schemas up to date in an open
   * session of the superuser. Without it, or if it is not called, that is done separately.
   */
  complete(ref: string, prepare?: (superuser: pg.Client) => Promise<void>): Promise<void>
  /** Ends `make` or `complete` of a project, which then throws. Does nothing when neither is running. */
  cancel?(ref: string): void
  /** Whether the database only answers reads once it is prepared; it does not unless a maker says so. */
  isSealed?(ref: string): Promise<boolean>
}

/** What other features may use of the databases of projects. */
export interface Instances {
  lifecycle: {
    /** Does the work that the status COMING_UP announces. */
    provision(ref: string): Promise<void>
    /** Does the work that a status announces. */
    finish(project: { ref: string; status: ProjectStatus }): Promise<void>
    /** Throws `conflict` when the status does not allow it, and what the functions of `beforeRemoving` throw. */
    remove(ref: string): Promise<Project>
    /**
     * Removes a project unless it has changed since it had that revision, by a use that woke it for example. Whether it does.
     * Throws what the functions of `beforeRemoving` throw.
     */
    removeUnchanged(ref: string, revision: number): Promise<boolean>
    makeBy(maker: InstanceMaker): void
    /** Removes a project that is being made, in the background. False when its status is not COMING_UP. */
    cancelCreation(ref: string): Promise<boolean>
    /**
     * Stops the database, lets the functions of `placeBy` replace its data, and starts it, in the background. `also` stores
     * what they are to do. Throws `conflict` when its status is not one of `from`; by default, when it does not run.
     */
    replaceData(ref: string, also: AlsoStored, from?: readonly ProjectStatus[]): Promise<Project>
    /**
     * Adds work with a database that runs, before this version of the program changes it and anyone may connect through it.
     * Not called for each start of one that slept.
     */
    beforePreparing(work: (ref: string) => Promise<void>): void
    /** `check` is called in the transaction in which a project gets the status of one that is deleted. */
    beforeRemoving(check: RemovalCheck): void
    /** What replaces the data of a stopped database, if it is due. Called again after an interruption. */
    placeBy(place: (ref: string) => Promise<void>): void
  }
  statuses: {
    /** False when the project is no longer in one of `from`. */
    change(ref: string, from: readonly ProjectStatus[], to: ProjectStatus): Promise<boolean>
    /**
     * Throws `conflict` when the project's status does not allow it; `what` is a participle. `also` stores what the work that
     * the status announces is to do.
     */
    begin(
      ref: string,
      what: string,
      from: readonly ProjectStatus[],
      to: ProjectStatus,
      also?: AlsoStored,
    ): Promise<Project>
    announce(ref: string): Promise<void>
  }
  /**
   * SQL that sets the passwords of a project's roles before the first start of its database, which is faster than after it.
   * `from` has the secrets of a project that is yet to be stored.
   */
  passwordStatements(ref: string, from?: ReadableSecrets): Promise<string[]>
  /**
   * Brings the roles and schemas of a database up to date that belongs to no project yet. `from` has the secrets of the project
   * that it may become.
   */
  prepareUnstored(superuser: pg.Client, ref: string, from: ReadableSecrets): Promise<void>
  /** Throws `conflict` when the installation has no capacity for another database. */
  capacity: { check(): void }
}

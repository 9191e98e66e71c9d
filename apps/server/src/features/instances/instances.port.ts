import type { Project } from '@basalt/contract/projects/projects.schema.ts'

/** Makes the databases of some projects in another way than as new ones. */
export interface InstanceMaker {
  /** Makes a stopped instance, or replaces its data. False for a project that gets a new database. */
  make(ref: string): Promise<boolean>
  /** Called when the instance runs, before anyone may connect. */
  complete(ref: string): Promise<void>
}

/** What other features may use of the databases of projects. */
export interface Instances {
  lifecycle: {
    /** Does the work that the status COMING_UP announces. */
    provision(ref: string): Promise<void>
    makeBy(maker: InstanceMaker): void
    /**
     * Stops the database, lets `placeBy`'s function replace its data, and starts it, in the background. Throws `conflict`
     * when the status does not allow it.
     */
    replaceData(ref: string): Promise<Project>
    /** What replaces the data of a stopped database, if it is due. Called again after an interruption. */
    placeBy(place: (ref: string) => Promise<void>): void
  }
  statuses: { announce(ref: string): Promise<void> }
  /** Throws `conflict` when the installation has no capacity for another database. */
  capacity: { check(): void }
}

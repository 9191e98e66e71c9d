/** Why work ended before it was done: the server stops. Its status stays, so that the next server does it again. */
export class WorkInterrupted extends Error {
  constructor() {
    super('The server is stopping')
    this.name = 'WorkInterrupted'
  }
}

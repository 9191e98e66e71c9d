import { endpoint } from '../endpoint.ts'
import { CliRelease, Deployment } from './releases.schema.ts'

export const getDeploymentCommit = endpoint({
  name: 'getDeploymentCommit',
  method: 'GET',
  path: '/api/deployment-commit',
  summary: 'The commit that the served dashboard was built from',
  response: Deployment,
})

export const getCliReleaseVersion = endpoint({
  name: 'getCliReleaseVersion',
  method: 'GET',
  path: '/api/cli-release-version',
  summary: 'The running version, and the latest and beta releases if the installation checks for them',
  response: CliRelease,
})

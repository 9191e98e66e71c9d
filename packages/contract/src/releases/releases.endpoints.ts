import { endpoint } from '../endpoint.ts'
import { CliRelease, Deployment } from './releases.schema.ts'

export const getDeploymentCommit = endpoint({
  name: 'getDeploymentCommit',
  method: 'GET',
  path: '/api/deployment-commit',
  summary: 'The commit that the dashboard being served was built from',
  response: Deployment,
})

export const getCliReleaseVersion = endpoint({
  name: 'getCliReleaseVersion',
  method: 'GET',
  path: '/api/cli-release-version',
  summary: 'The version that runs, and the latest and beta releases where the installation is told of them',
  response: CliRelease,
})

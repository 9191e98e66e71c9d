import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  MatrixRequest,
  PolicyMatrix,
  SavedPolicyExpectations,
  SavePolicyExpectations,
} from './policy-matrix.schema.ts'

export const runPolicyMatrix = endpoint({
  name: 'runPolicyMatrix',
  method: 'POST',
  path: '/platform/projects/:ref/database/policy-matrix',
  summary:
    'What roles and users may do with the rows of tables, found by doing it on a copy of the database, which is removed afterwards',
  params: ProjectParams,
  body: MatrixRequest,
  response: PolicyMatrix,
  audit: { title: 'Try policies on a copy', keeps: ['tables'] },
})

export const getPolicyExpectations = endpoint({
  name: 'getPolicyExpectations',
  method: 'GET',
  path: '/platform/projects/:ref/database/policy-matrix/expectations',
  summary: 'What roles and users are expected to be allowed',
  params: ProjectParams,
  response: SavedPolicyExpectations,
})

export const savePolicyExpectations = endpoint({
  name: 'savePolicyExpectations',
  method: 'PUT',
  path: '/platform/projects/:ref/database/policy-matrix/expectations',
  summary:
    'Keep what roles and users are expected to be allowed, in place of what was kept of the same schemas or tables',
  params: ProjectParams,
  body: SavePolicyExpectations,
  response: SavedPolicyExpectations,
  audit: { title: 'Save what policies are expected to allow' },
})

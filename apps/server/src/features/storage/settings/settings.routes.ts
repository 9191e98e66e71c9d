import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createStorageCredential,
  deleteStorageCredential,
  getStorageConfig,
  listStorageCredentials,
  updateStorageConfig,
} from '@basalt/contract/storage/storage.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../../http/app-error.ts'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import type { CredentialStore } from './credentials.store.ts'
import type { StorageSettings } from './settings.store.ts'

interface Deps {
  gates: Gates
  settings: StorageSettings
  credentials: CredentialStore
}

/** Storage settings and access keys of a project. */
export const settingsRoutes =
  ({ gates, settings, credentials }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, getStorageConfig, gates.project(needs.seeStorageSettings), async ({ project }) => {
      const { config } = await settings.of(project.ref)
      return config
    })

    mount(app, updateStorageConfig, gates.project(needs.changeStorageSettings), async ({ project, body }) => {
      const { config, cap, plan } = await settings.of(project.ref)
      const fileSizeLimit = body.fileSizeLimit ?? config.fileSizeLimit
      if (fileSizeLimit > cap)
        throw new AppError('validation_failed', `Maximum limit is up to ${cap / 1024 ** 2} MB.`)
      const { imageTransformation, s3Protocol } = { ...config.features, ...body.features }
      const features = {
        imageTransformation: imageTransformation ?? config.features.imageTransformation,
        s3Protocol: s3Protocol ?? config.features.s3Protocol,
      }
      if (plan === 'free' && features.imageTransformation.enabled)
        throw new AppError('validation_failed', 'The free plan does not include image transformation')
      await settings.set(project.ref, { fileSizeLimit, features })
      return (await settings.of(project.ref)).config
    })

    mount(app, listStorageCredentials, gates.project(needs.seeStorageSettings), ({ project }) =>
      credentials.list(project.ref),
    )

    mount(app, createStorageCredential, gates.project(needs.changeStorageSettings), ({ project, body }) =>
      credentials.create(project.ref, body.description),
    )

    mount(
      app,
      deleteStorageCredential,
      gates.project(needs.changeStorageSettings),
      async ({ project, params }) => {
        if (!(await credentials.remove(project.ref, params.id))) throw notFound('Access key', params.id)
        return done
      },
    )
  }

import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createTableWebhook,
  deleteTableWebhook,
  getTableWebhookDelivery,
  listTableWebhookDeliveries,
  listTableWebhooks,
  resendFailedTableWebhookDeliveries,
  resendTableWebhookDelivery,
  testTableWebhook,
  updateTableWebhook,
} from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { TableWebhooksService } from './table-webhooks.service.ts'

interface Deps {
  gates: Gates
  webhooks: TableWebhooksService
}

/** Members who may read the tables may read their events; those who may change tables may change webhooks. */
export const tableWebhookRoutes =
  ({ gates, webhooks }: Deps) =>
  async (app: FastifyInstance) => {
    const reading = gates.project(needs.readWithSql)
    const changing = gates.project(needs.runAnySql)

    mount(app, listTableWebhooks, reading, ({ project }) => webhooks.list(project.ref))

    mount(app, createTableWebhook, changing, (input, _request, reply) =>
      webhooks.create(memberCall(input, reply), input.body),
    )

    mount(app, updateTableWebhook, changing, async (input, _request, reply) => {
      await webhooks.change(memberCall(input, reply), input.params.id, input.body)
      return done
    })

    mount(app, deleteTableWebhook, changing, async (input, _request, reply) => {
      await webhooks.remove(memberCall(input, reply), input.params.id)
      return done
    })

    mount(app, testTableWebhook, changing, ({ project, params }) => webhooks.test(project.ref, params.id))

    mount(app, listTableWebhookDeliveries, reading, ({ project, params, query }) =>
      webhooks.deliveries(project.ref, params.id, query),
    )

    mount(app, getTableWebhookDelivery, reading, ({ project, params }) =>
      webhooks.delivery(project.ref, params.id, params.delivery_id),
    )

    mount(app, resendTableWebhookDelivery, changing, async ({ project, params }) => {
      await webhooks.resend(project.ref, params.id, params.delivery_id)
      return done
    })

    mount(app, resendFailedTableWebhookDeliveries, changing, ({ project, params }) =>
      webhooks.resendFailed(project.ref, params.id),
    )
  }

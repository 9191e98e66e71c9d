import { createHash, randomUUID } from 'node:crypto'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  becomesRevision,
  REVISION_CONFLICT,
  SHARED_IN_FOLDER,
  UNTITLED,
} from '@basalt/contract/snippets/snippets.rules.ts'
import type { NewSnippet, SavedSnippet, SnippetChange } from '@basalt/contract/snippets/snippets.schema.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { folderStore } from './folders.store.ts'
import { revisionStore } from './revisions.store.ts'
import { maySee, mustAllowFor, type RequestContext, viewerOf } from './snippet-rights.ts'
import { type SnippetState, type SnippetStore, type StoredText, snippetStore } from './snippets.store.ts'

export type SnippetService = ReturnType<typeof snippetService>

interface Deps {
  metadata: Metadata
  organizationIdOf(ref: string): Promise<string | undefined>
}

/** Creates, changes and restores saved queries so that no text is overwritten silently. */
export function snippetService({ metadata, organizationIdOf }: Deps) {
  const inTransaction = <T>(work: (transaction: Metadata, store: SnippetStore) => Promise<T>) =>
    metadata.transaction().execute((transaction) => work(transaction, snippetStore(transaction)))

  const insert = async (
    context: RequestContext,
    transaction: Metadata,
    snippet: NewSnippet & { id: string },
    saveId?: string,
  ) => {
    const { ref, userId } = viewerOf(context)
    const visibility = snippet.visibility ?? 'user'
    mustAllowFor(context, needs.createSnippets, { owner_id: userId, visibility })
    const folderId = snippet.folder_id ?? null
    if (visibility === 'project' && folderId !== null) throw sharedInFolder()
    if (folderId !== null) await mustOwnFolder(transaction, context, folderId)
    const organizationId = await organizationIdOf(ref)
    if (organizationId === undefined) throw notFound('Project', ref)
    const store = snippetStore(transaction)
    const isNew = await store.insert(
      {
        id: snippet.id,
        ref,
        organizationId,
        ownerId: userId,
        visibility,
        folderId,
        name: snippet.name ?? UNTITLED,
        description: snippet.description ?? '',
      },
      textOf(context, snippet.content, saveId),
    )
    const isFavorite = snippet.favorite ?? snippet.content.favorite
    if (isNew && isFavorite !== undefined) await store.setFavorite(userId, snippet.id, isFavorite)
    return isNew
  }

  const apply = async (
    context: RequestContext,
    transaction: Metadata,
    current: SnippetState,
    change: SnippetChange,
  ) => {
    const { favorite, chart, ...own } = change
    const store = snippetStore(transaction)
    if (favorite !== undefined) await store.setFavorite(context.caller.userId, current.id, favorite)
    if (chart !== undefined) {
      mustAllowFor(context, needs.changeSnippets, current)
      await store.setChart(current.id, chart)
    }
    if (Object.keys(own).length === 0) return
    const visibility = own.visibility ?? current.visibility
    mustAllowFor(context, needs.changeSnippets, current)
    mustAllowFor(context, needs.changeSnippets, { ...current, visibility })
    if (visibility === 'project' && own.folder_id) throw sharedInFolder()
    if (own.folder_id) await mustOwnFolder(transaction, context, own.folder_id)
    // A private folder cannot contain shared queries.
    await store.change(current.id, { ...own, ...(visibility === 'project' && { folder_id: null }) })
  }

  const read = async (context: RequestContext, id: string, db: Metadata = metadata) => {
    const snippet = await snippetStore(db).find(viewerOf(context), id)
    if (!snippet) throw notFound('Query', id)
    return snippet
  }

  /** Throws `not_found` for a query that the caller cannot see. */
  const lock = async (context: RequestContext, store: SnippetStore, id: string) => {
    const current = await store.lock(id)
    if (!current || current.project_ref !== context.project.ref || !maySee(context, current))
      throw notFound('Query', id)
    return current
  }

  const writeText = async (
    context: RequestContext,
    transaction: Metadata,
    current: SnippetState,
    saved: SavedSnippet,
  ) => {
    const store = snippetStore(transaction)
    const text = textOf(context, saved.content, saved.save_id)
    if (current.digest.equals(text.digest)) {
      if (text.chart) await store.setChart(current.id, text.chart)
      return
    }
    const isBased =
      saved.revision === current.revision ||
      (current.save_id !== null && saved.own_saves.includes(current.save_id))
    if (saved.revision !== undefined && !isBased)
      throw new AppError('conflict', 'This query was changed somewhere else since you opened it', {
        details: { reason: REVISION_CONFLICT, current: await read(context, current.id, transaction) },
      })
    const keepsRevision = becomesRevision({
      before: { length: current.length, savedBy: current.saved_by },
      after: { length: Buffer.byteLength(text.sql), savedBy: context.caller.userId },
      knew: isBased && !saved.keep_replaced,
      msSinceKept: current.ms_since_kept,
    })
    if (keepsRevision) await store.saveRevision(current.id)
    await store.replaceText(current.id, text)
  }

  return {
    read,

    async mustSee(context: RequestContext, id: string) {
      if ((await snippetStore(metadata).findVisible(viewerOf(context), [id])).length === 0)
        throw notFound('Query', id)
    },

    /** Idempotent for the same id and text. */
    create: (context: RequestContext, snippet: NewSnippet) =>
      inTransaction(async (transaction, store) => {
        const id = snippet.id ?? randomUUID()
        if (!(await insert(context, transaction, { ...snippet, id }))) {
          const current = await store.lock(id)
          const isSame =
            current?.owner_id === context.caller.userId &&
            current.project_ref === context.project.ref &&
            current.digest.equals(digestOf(snippet.content.sql))
          if (!isSame) throw new AppError('conflict', 'A query with this id exists already')
        }
        return read(context, id, transaction)
      }),

    /**
     * Replaces the revision that the text is based on. Throws `conflict` with the current text when somebody else has
     * saved since, `gone` when the query has been deleted.
     */
    save: (context: RequestContext, saved: SavedSnippet) =>
      inTransaction(async (transaction, store) => {
        if (!(await store.lock(saved.id))) {
          if ((saved.revision ?? 0) > 0) throw new AppError('gone', 'This query has been deleted')
          if (await insert(context, transaction, saved, saved.save_id))
            return read(context, saved.id, transaction)
        }
        const current = await lock(context, store, saved.id)
        mustAllowFor(context, needs.changeSnippets, current)
        const hasArrived = saved.save_id !== undefined && saved.save_id === current.save_id
        if (!hasArrived) {
          await writeText(context, transaction, current, saved)
          const { name, description, visibility, folder_id } = saved
          const favorite = saved.favorite ?? saved.content.favorite
          await apply(
            context,
            transaction,
            current,
            defined({ name, description, visibility, folder_id, favorite }),
          )
        }
        return read(context, saved.id, transaction)
      }),

    change: (context: RequestContext, id: string, change: SnippetChange) =>
      inTransaction(async (transaction, store) => {
        const current = await lock(context, store, id)
        await apply(context, transaction, current, change)
        return read(context, id, transaction)
      }),

    /** Removes all of them or none. Returns those that existed. */
    remove: (context: RequestContext, ids: readonly string[]) =>
      inTransaction(async (_transaction, store) => {
        const found = await store.findVisible(viewerOf(context), ids)
        if (found.length === 0) throw notFound('Query', ids[0]!)
        for (const snippet of found) mustAllowFor(context, needs.deleteSnippets, snippet)
        await store.remove(found.map(({ id }) => id))
        return found.map(({ id }) => ({ id }))
      }),

    restore: (context: RequestContext, id: string, revision: number) =>
      inTransaction(async (transaction, store) => {
        const current = await lock(context, store, id)
        mustAllowFor(context, needs.changeSnippets, current)
        const earlier = await revisionStore(transaction).find(id, revision)
        if (!earlier) throw notFound('Revision', String(revision))
        if (current.length > 0) await store.saveRevision(id)
        await store.replaceText(id, textOf(context, { sql: earlier.sql }))
        return read(context, id, transaction)
      }),
  }
}

const sharedInFolder = () => new AppError('validation_failed', SHARED_IN_FOLDER)

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const textOf = (
  { caller }: RequestContext,
  { sql, chart }: { sql: string; chart?: object | undefined },
  saveId?: string,
): StoredText => ({ sql, digest: digestOf(sql), chart, savedBy: caller.userId, saveId })

async function mustOwnFolder(transaction: Metadata, context: RequestContext, id: string) {
  if (!(await folderStore(transaction).find(viewerOf(context), id))) throw notFound('Folder', id)
}

function defined<T extends object>(values: T) {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as SnippetChange
}

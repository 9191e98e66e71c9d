import { createHash, randomUUID } from 'node:crypto'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  isWorthKeeping,
  REVISION_CONFLICT,
  SHARED_IN_FOLDER,
  UNTITLED,
} from '@basalt/contract/snippets/snippets.rules.ts'
import type { NewSnippet, SavedSnippet, SnippetChange } from '@basalt/contract/snippets/snippets.schema.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { folderStore } from './folders.store.ts'
import { revisionStore } from './revisions.store.ts'
import { type Asking, maySee, mustAllowFor, viewerOf } from './snippet-rights.ts'
import { type SnippetStore, type Standing, type StoredText, snippetStore } from './snippets.store.ts'

export type SnippetService = ReturnType<typeof snippetService>

interface Deps {
  metadata: Metadata
  organizationIdOf(ref: string): Promise<string | undefined>
}

/** What may be written over what, so that no text is ever lost without a word. */
export function snippetService({ metadata, organizationIdOf }: Deps) {
  const inTransaction = <T>(work: (transaction: Metadata, store: SnippetStore) => Promise<T>) =>
    metadata.transaction().execute((transaction) => work(transaction, snippetStore(transaction)))

  const insert = async (
    asking: Asking,
    transaction: Metadata,
    snippet: NewSnippet & { id: string },
    saveId?: string,
  ) => {
    const { ref, userId } = viewerOf(asking)
    const visibility = snippet.visibility ?? 'user'
    mustAllowFor(asking, needs.createSnippets, { owner_id: userId, visibility })
    const folderId = snippet.folder_id ?? null
    if (visibility === 'project' && folderId !== null) throw sharedInFolder()
    if (folderId !== null) await mustOwnFolder(transaction, asking, folderId)
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
      textOf(asking, snippet.content, saveId),
    )
    const isFavorite = snippet.favorite ?? snippet.content.favorite
    if (isNew && isFavorite !== undefined) await store.setFavorite(userId, snippet.id, isFavorite)
    return isNew
  }

  const apply = async (asking: Asking, transaction: Metadata, held: Standing, change: SnippetChange) => {
    const { favorite, chart, ...own } = change
    const store = snippetStore(transaction)
    if (favorite !== undefined) await store.setFavorite(asking.caller.userId, held.id, favorite)
    if (chart !== undefined) {
      mustAllowFor(asking, needs.changeSnippets, held)
      await store.setChart(held.id, chart)
    }
    if (Object.keys(own).length === 0) return
    const visibility = own.visibility ?? held.visibility
    mustAllowFor(asking, needs.changeSnippets, held)
    mustAllowFor(asking, needs.changeSnippets, { ...held, visibility })
    if (visibility === 'project' && own.folder_id) throw sharedInFolder()
    if (own.folder_id) await mustOwnFolder(transaction, asking, own.folder_id)
    // A private folder cannot hold what others see.
    await store.change(held.id, { ...own, ...(visibility === 'project' && { folder_id: null }) })
  }

  const read = async (asking: Asking, id: string, db: Metadata = metadata) => {
    const snippet = await snippetStore(db).find(viewerOf(asking), id)
    if (!snippet) throw notFound('Query', id)
    return snippet
  }

  /** Throws `not_found` for what the caller may not know of. */
  const hold = async (asking: Asking, store: SnippetStore, id: string) => {
    const held = await store.hold(id)
    if (!held || held.project_ref !== asking.project.ref || !maySee(asking, held)) throw notFound('Query', id)
    return held
  }

  const writeText = async (asking: Asking, transaction: Metadata, held: Standing, saved: SavedSnippet) => {
    const store = snippetStore(transaction)
    const text = textOf(asking, saved.content, saved.save_id)
    if (held.digest.equals(text.digest)) {
      if (text.chart) await store.setChart(held.id, text.chart)
      return
    }
    const isBased =
      saved.revision === held.revision || (held.save_id !== null && saved.own_saves.includes(held.save_id))
    if (saved.revision !== undefined && !isBased)
      throw new AppError('conflict', 'This query was changed somewhere else since you opened it', {
        details: { reason: REVISION_CONFLICT, current: await read(asking, held.id, transaction) },
      })
    const isKept = isWorthKeeping({
      before: { length: held.length, savedBy: held.saved_by },
      after: { length: Buffer.byteLength(text.sql), savedBy: asking.caller.userId },
      knew: isBased && !saved.keep_replaced,
      msSinceKept: held.ms_since_kept,
    })
    if (isKept) await store.keepText(held.id)
    await store.replaceText(held.id, text)
  }

  return {
    read,

    async mustSee(asking: Asking, id: string) {
      if ((await snippetStore(metadata).among(viewerOf(asking), [id])).length === 0)
        throw notFound('Query', id)
    },

    /** Doing it again with the same id and text answers what the first time made. */
    create: (asking: Asking, snippet: NewSnippet) =>
      inTransaction(async (transaction, store) => {
        const id = snippet.id ?? randomUUID()
        if (!(await insert(asking, transaction, { ...snippet, id }))) {
          const held = await store.hold(id)
          const isSame =
            held?.owner_id === asking.caller.userId &&
            held.project_ref === asking.project.ref &&
            held.digest.equals(digestOf(snippet.content.sql))
          if (!isSame) throw new AppError('conflict', 'A query with this id exists already')
        }
        return read(asking, id, transaction)
      }),

    /**
     * Writes a text over the one it is based on. Throws `conflict` with the text that is there when somebody else has
     * written since, `gone` when the query has been deleted.
     */
    save: (asking: Asking, saved: SavedSnippet) =>
      inTransaction(async (transaction, store) => {
        if (!(await store.hold(saved.id))) {
          if ((saved.revision ?? 0) > 0) throw new AppError('gone', 'This query has been deleted')
          if (await insert(asking, transaction, saved, saved.save_id))
            return read(asking, saved.id, transaction)
        }
        const held = await hold(asking, store, saved.id)
        mustAllowFor(asking, needs.changeSnippets, held)
        const hasArrived = saved.save_id !== undefined && saved.save_id === held.save_id
        if (!hasArrived) {
          await writeText(asking, transaction, held, saved)
          const { name, description, visibility, folder_id } = saved
          const favorite = saved.favorite ?? saved.content.favorite
          await apply(
            asking,
            transaction,
            held,
            defined({ name, description, visibility, folder_id, favorite }),
          )
        }
        return read(asking, saved.id, transaction)
      }),

    change: (asking: Asking, id: string, change: SnippetChange) =>
      inTransaction(async (transaction, store) => {
        const held = await hold(asking, store, id)
        await apply(asking, transaction, held, change)
        return read(asking, id, transaction)
      }),

    /** All of them or none. Returns those that were there. */
    remove: (asking: Asking, ids: readonly string[]) =>
      inTransaction(async (_transaction, store) => {
        const found = await store.among(viewerOf(asking), ids)
        if (found.length === 0) throw notFound('Query', ids[0]!)
        for (const snippet of found) mustAllowFor(asking, needs.deleteSnippets, snippet)
        await store.remove(found.map(({ id }) => id))
        return found.map(({ id }) => ({ id }))
      }),

    restore: (asking: Asking, id: string, revision: number) =>
      inTransaction(async (transaction, store) => {
        const held = await hold(asking, store, id)
        mustAllowFor(asking, needs.changeSnippets, held)
        const earlier = await revisionStore(transaction).find(id, revision)
        if (!earlier) throw notFound('Revision', String(revision))
        if (held.length > 0) await store.keepText(id)
        await store.replaceText(id, textOf(asking, { sql: earlier.sql }))
        return read(asking, id, transaction)
      }),
  }
}

const sharedInFolder = () => new AppError('validation_failed', SHARED_IN_FOLDER)

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const textOf = (
  { caller }: Asking,
  { sql, chart }: { sql: string; chart?: object | undefined },
  saveId?: string,
): StoredText => ({ sql, digest: digestOf(sql), chart, savedBy: caller.userId, saveId })

async function mustOwnFolder(transaction: Metadata, asking: Asking, id: string) {
  if (!(await folderStore(transaction).find(viewerOf(asking), id))) throw notFound('Folder', id)
}

function defined<T extends object>(values: T) {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as SnippetChange
}

import { requestUrl } from '@basalt/contract/request-url.ts'
import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import { getArchive, getObject } from '@basalt/contract/storage/objects.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { followDownload } from '../../../../api/follow-download.ts'
import { copyText } from '../../../../lib/clipboard.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { callPath, type Entry, isNameTaken } from './entry.rules.ts'
import {
  applyToFolders,
  type BucketPlace,
  explorerCalls,
  refreshContents,
  renameFolderPages,
} from './explorer.queries.ts'
import type { Naming } from './explorer-context.ts'
import { joined, nameOf, parentOf } from './path.rules.ts'

const words = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occurred')
const counted = (count: number, what = 'file') => `${count} ${what}${count === 1 ? '' : 's'}`

type EntryChange = (entry: Entry) => Entry | undefined

/** What becomes of a list when these have gone from where they were. */
function without(gone: readonly Entry[]): EntryChange {
  const paths = new Set(gone.map(callPath))
  return (entry) => (paths.has(callPath(entry)) ? undefined : entry)
}

/** What the explorer does with files on the server, each with the toasts that tell of it. */
export function useExplorerActions(place: BucketPlace) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const actions = useMemo(() => {
    const calls = explorerCalls(place)

    /**
     * Marks the entries while something happens to them, and says what went wrong. What it has done to entries that are
     * shown the work returns, if that is known.
     */
    const during = async (
      entries: readonly Entry[],
      failure: string,
      work: () => Promise<EntryChange | undefined>,
    ) => {
      const paths = entries.map(({ path }) => path)
      setBusy((known) => new Set([...known, ...paths]))
      try {
        const change = await work()
        await (change ? applyToFolders(client, place, change) : refreshContents(client, place))
        return true
      } catch (error) {
        toast({ tone: 'critical', title: failure, description: words(error) })
        await refreshContents(client, place)
        return false
      } finally {
        setBusy((known) => new Set([...known].filter((path) => !paths.includes(path))))
      }
    }

    return {
      /** Why a name is invalid; undefined when it is valid. */
      nameProblem(name: string, naming: Naming, entries: readonly Entry[]) {
        const renamed = naming.kind === 'rename' ? naming.entry : undefined
        const isFolder = renamed?.isFolder ?? true
        return (
          entryNameProblem(name, isFolder ? 'folder' : 'file') ??
          (isNameTaken(entries, name, renamed)
            ? `The name ${name} already exists in the current directory. Please use a different name.`
            : undefined)
        )
      },

      createFolder: (folder: string, name: string) =>
        during([], 'Failed to create folder', async () => {
          await calls.createFolder(joined(folder, name))
          return undefined
        }),

      /** Calls `onDone` before the listing reloads. */
      rename: (entry: Entry, name: string, onDone: () => void) => {
        const to = joined(parentOf(entry.path), name)
        const failure = entry.isFolder ? `Failed to rename folder to ${name}` : 'Failed to rename file'
        return during([entry], failure, async () => {
          await calls.move([{ from: callPath(entry), to: callPath({ ...entry, path: to }) }])
          if (entry.isFolder) renameFolderPages(client, place, entry.path, to)
          onDone()
          toast({ tone: 'success', title: `Successfully renamed "${entry.name}" to "${name}"` })
          return (one) => (callPath(one) === callPath(entry) ? { ...one, name, path: to } : one)
        })
      },

      move: (entries: readonly Entry[], folder: string) => {
        const moving = entries.filter(({ path }) => parentOf(path) !== folder)
        if (moving.length === 0) return Promise.resolve(true)
        const failure =
          moving.length === 1 ? `Failed to move ${moving[0]!.path} to the new folder` : 'Failed to move files'
        return during(moving, failure, async () => {
          await calls.move(
            moving.map((entry) => ({
              from: callPath(entry),
              to: callPath({ ...entry, path: joined(folder, entry.name) }),
            })),
          )
          const isFolder = moving.every((entry) => entry.isFolder)
          const target = folder === '' ? 'the root of your bucket' : folder
          toast({
            tone: 'success',
            title: `Successfully moved ${counted(moving.length, isFolder ? 'folder' : 'file')} to ${target}`,
          })
          return without(moving)
        })
      },

      /** Throws; the dialog that asked shows why. */
      async remove(entries: readonly Entry[]) {
        const [only] = entries
        const isFolder = entries.length === 1 && only?.isFolder === true
        await calls.remove(entries.map(callPath)).catch((error) => {
          throw new Error(
            `Failed to delete ${isFolder ? 'folder' : counted(entries.length)}: ${words(error)}`,
          )
        })
        await applyToFolders(client, place, without(entries))
        const what = isFolder ? only.name : counted(entries.length)
        toast({ tone: 'success', title: `Successfully deleted ${what}` })
      },

      async copyUrl(entry: Entry, seconds: number | undefined) {
        try {
          await copyText(
            seconds === undefined
              ? await calls.publicUrl(entry.path)
              : await calls.signedUrl(entry.path, seconds),
          )
          toast({ tone: 'success', title: `Copied URL for ${entry.name} to clipboard.` })
        } catch (error) {
          toast({
            tone: 'critical',
            title: `Failed to get the URL of ${entry.name}`,
            description: words(error),
          })
        }
      },

      async copyPath({ path }: Entry) {
        await copyText(path).then(
          () => toast({ tone: 'success', title: 'Copied path to folder to clipboard.', description: path }),
          (error) => toast({ tone: 'critical', title: 'Failed to copy the path', description: words(error) }),
        )
      },

      async downloadFile(entry: Entry) {
        const id = `download-${entry.path}`
        toast({ title: `Retrieving ${entry.name}...`, lasting: true, id })
        const params = { ref: place.ref, id: place.bucket }
        try {
          await followDownload(requestUrl(getObject, { params, query: { path: entry.path, download: '' } }))
          toast({ tone: 'success', title: `Downloading ${entry.name}`, id })
        } catch (error) {
          toast({
            tone: 'critical',
            title: `Failed to download ${entry.name}`,
            description: words(error),
            id,
          })
        }
      },

      /** Several files, or a folder, as one archive that the server writes while it is sent. */
      async downloadArchive(entries: readonly Entry[]) {
        const [only] = entries
        const isFolder = entries.length === 1 && only?.isFolder === true
        const name = isFolder ? `${nameOf(only.path)}.zip` : `${place.bucket}.zip`
        const id = `download-${name}`
        const what = isFolder ? `folder "${only.name}"` : counted(entries.length)
        toast({
          title: isFolder ? 'Retrieving files from folder...' : `Retrieving ${what}...`,
          lasting: true,
          id,
        })
        try {
          const token = await calls.prepareArchive(entries.map(callPath), name)
          const params = { ref: place.ref, id: place.bucket, token }
          await followDownload(requestUrl(getArchive, { params }))
          toast({
            id,
            tone: 'success',
            title: `Downloading ${what}`,
            description: `Your browser saves ${name}. Should a file fail, not-downloaded.txt in it says which.`,
          })
        } catch (error) {
          const title = isFolder ? 'Failed to download folder' : `Failed to download ${what}`
          toast({ tone: 'critical', title, description: words(error), id })
        }
      },
    }
  }, [client, place])

  return { ...actions, busy }
}

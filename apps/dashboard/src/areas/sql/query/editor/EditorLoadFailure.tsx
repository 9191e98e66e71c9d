import { RotateCw } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'

/** How the loading of the editor's code goes. */
export interface EditorLoading {
  /** How often it was loaded in vain. */
  readonly attempts: number
  readonly isLoading: boolean
  readonly retry: () => void
}

/**
 * Above the plain field when the editor's code could not be loaded. Some browsers remember that a file failed and do
 * not ask for it again, so after a second failure the page can be loaded again: the browser keeps what is written.
 */
export function EditorLoadFailure({ attempts, isLoading, retry }: EditorLoading) {
  return (
    <Callout
      tone="warning"
      role="alert"
      title="Failed to load the SQL editor"
      className="rounded-none border-x-0 border-t-0"
      action={
        <div className="flex gap-2">
          <Button size="sm" icon={RotateCw} loading={isLoading} onClick={retry}>
            Try again
          </Button>
          {attempts > 1 && (
            <Button size="sm" onClick={() => location.reload()}>
              Reload page
            </Button>
          )}
        </div>
      }
    >
      You can write and run SQL all the same. Check the connection and try again.
    </Callout>
  )
}

import { openSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { sharedValue } from '../../../../lib/shared-value.ts'
import type { NewChat } from './new-chat.ts'

/** A chat requested from elsewhere, until the assistant of the open project has started it. */
export const requestedChatState = sharedValue<NewChat | undefined>(undefined)

/** Opens the assistant of the open project with a new chat. */
export function newChat(chat: NewChat) {
  requestedChatState.set(chat)
  openSidePanel('assistant')
}

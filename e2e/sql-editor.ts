import { streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, type Page } from '@playwright/test'

const RUN = new RegExp(`${streamQuery.path.replace(':ref', '[a-z]+')}$`)

/** Actions in the SQL editor. */
export class SqlEditor {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Replaces the text, runs it by keyboard once the project is ready, and waits for the end of the run. */
  async run(sql: string) {
    await this.#prepare(sql)
    const begun = this.#page.waitForResponse(RUN)
    await this.#press()
    // The button offers to cancel from before the request until all rows have arrived.
    await begun
    await expect(this.#runButton).toBeVisible()
  }

  /** Replaces the text and runs it without waiting for the run. */
  async start(sql: string) {
    await this.#prepare(sql)
    await this.#press()
  }

  async #prepare(sql: string) {
    await this.write(sql)
    await expect(this.#runButton).toBeEnabled({ timeout: 60_000 })
  }

  #press() {
    return this.#page.keyboard.press('ControlOrMeta+Enter')
  }

  /** The page's button; a closing confirmation may still have one of the same name. */
  get #runButton() {
    return this.#page
      .getByRole('main')
      .getByRole('button', { name: /^Run(?: selected)?(?: on production)?$/ })
  }

  async write(sql: string) {
    const text = this.#page.getByRole('textbox', { name: /SQL/ })
    // Not by a click: completions may cover the text.
    await text.focus()
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.press('Delete')
    // Pasted, because on typing the editor closes brackets and quotes.
    await this.#page.keyboard.insertText(sql)
  }

  cell(text: string) {
    return this.#page.getByRole('gridcell', { name: text, exact: true })
  }
}

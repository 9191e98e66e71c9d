import { streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, type Page } from '@playwright/test'

const RUN = new RegExp(`${streamQuery.path.replace(':ref', '[a-z]+')}$`)

/** What a person does in the SQL editor. */
export class SqlEditor {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Replaces the text, runs it with the keyboard as soon as the project lets it, and waits for the end of the run. */
  async run(sql: string) {
    await this.#prepare(sql)
    const begun = this.#page.waitForResponse(RUN)
    await this.#press()
    // It is an offer to cancel from before the request until all rows are there.
    await begun
    await expect(this.#runButton).toBeVisible()
  }

  /** The same, without waiting for its beginning or end. */
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

  /** That of the page: a question that has just been answered still shows its own for a moment. */
  get #runButton() {
    return this.#page.getByRole('main').getByRole('button', { name: /^Run(?: selected)?$/ })
  }

  async write(sql: string) {
    const text = this.#page.getByRole('textbox', { name: /SQL/ })
    // Not by a click: what the editor offers may lie above the text.
    await text.focus()
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.press('Delete')
    // Pasted at once: typing would let the editor close brackets and quotes by itself.
    await this.#page.keyboard.insertText(sql)
  }

  cell(text: string) {
    return this.#page.getByRole('gridcell', { name: text, exact: true })
  }
}

import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { openListening, test } from './fixtures.ts'

/** The process that takes the connections of a project's database. */
function mainProcessOf(ref: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const line = lines.find((one) => one.includes(`/instances/${ref}/data `))
  if (line === undefined) throw new Error(`No database runs for ${ref}`)
  return Number.parseInt(line.trim(), 10)
}

test('a frozen database is shown with the reason, and a restart brings the project back', async ({
  page,
  project,
}) => {
  await openListening(page, `/project/${project.ref}`)
  await expect(page.getByText('Healthy', { exact: true })).toBeVisible()
  const frozen = mainProcessOf(project.ref)
  process.kill(frozen, 'SIGSTOP')
  const panel = page.getByRole('region', { name: 'This project is not responding' })
  await expect(panel).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByRole('alert')).toContainText('has not answered a query')
  await panel.getByRole('button', { name: 'Restart project' }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await confirm.getByRole('button', { name: /Restart/ }).click()
  await expect(page.getByText('Healthy', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(mainProcessOf(project.ref)).not.toBe(frozen)
})

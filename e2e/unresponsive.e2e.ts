import { runningProcesses } from '@basalt/testing/processes.ts'
import { expect } from '@playwright/test'
import { openConnected, test } from './fixtures.ts'

/** The postmaster of a project's database. */
function mainProcessOf(ref: string): number {
  const main = runningProcesses().find(({ args }) => args.includes(`/instances/${ref}/data `))
  if (main === undefined) throw new Error(`No database runs for ${ref}`)
  return main.pid
}

test('a frozen database is reported with the reason, and a restart recovers the project', async ({
  page,
  project,
}) => {
  await openConnected(page, `/project/${project.ref}`)
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

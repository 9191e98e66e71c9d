import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { anEntry, anExplorer, InExplorer } from './explorer.fixture.tsx'
import { PreviewContent } from './PreviewContent.tsx'

afterEach(() => void vi.unstubAllGlobals())

const show = (pdfViewerEnabled: boolean) => {
  vi.stubGlobal('navigator', { ...navigator, pdfViewerEnabled })
  render(
    <InExplorer state={anExplorer()}>
      <PreviewContent entry={anEntry('ticket.pdf', { mimeType: 'application/pdf', size: 300 })} />
    </InExplorer>,
  )
}

test('a PDF is displayed by the browser’s viewer', () => {
  show(true)
  expect(screen.getByTitle('ticket.pdf').getAttribute('src')).toContain('path=ticket.pdf')
})

test('a browser without a PDF viewer gets a message instead of a blank frame', () => {
  show(false)
  expect(screen.queryByTitle('ticket.pdf')).toBeNull()
  expect(screen.getByText(/cannot display PDF files/)).toBeTruthy()
})

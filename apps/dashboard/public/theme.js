// Runs before the first paint, so that a page never flashes in the wrong theme. Plain and external because the
// content security policy allows no inline script. src/lib/theme.ts takes over; its test holds the two together.
;(() => {
  let choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('preference.theme') ?? '"system"')
  } catch {
    // Storage is blocked or holds something else: follow the system.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const known = choice === 'dark' || choice === 'light' || choice === 'classic-dark'
  document.documentElement.dataset.theme = known ? choice : prefersDark ? 'dark' : 'light'
})()

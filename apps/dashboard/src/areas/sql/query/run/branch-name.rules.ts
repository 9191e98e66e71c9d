/** The name of a branch that is made to try SQL, such as `sql-2026-11-22-0948`, in the local time zone. */
export function branchNameAt(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `sql-${day}-${two(time.getHours())}${two(time.getMinutes())}`
}

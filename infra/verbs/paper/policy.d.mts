export function policyPaper(of: {
  brand: { name: string; folderPath: string; fonts: string }
  lang: string
  page: { title: string; description: string; blocks: object[] }
  date: Date
  updated: string
  address: (path: string) => string
  compress?: boolean
}): Promise<Buffer>

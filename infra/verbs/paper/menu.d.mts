interface Dish {
  label: string
  description: string
  calories?: { min: number; max: number }
}

export function menuPaper(of: {
  brand: { name: string; folderPath: string; fonts: string }
  lang: string
  date: Date
  menus: { label: string; sections: { label: string; dishes: Dish[] }[] }[]
  say: (file: string, key: string, values?: Record<string, string>) => string
  number: (n: number) => string
  address: string
  compress?: boolean
}): Promise<Buffer>

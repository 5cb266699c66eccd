"""Measures imports of the same booths in each format that is read: processor time, rows a second, and peak memory.

    python3 import-formats.py PROGRAM [ROWS]

PROGRAM, a release build of fourcuts, imports a CSV file of ROWS booths (1,000,000) and exports them in the other
formats; the workbook is written here. Each file is imported into an empty catalogue.
"""

import os
import random
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape

FORMATS = ["csv", "geojson", "geojsonseq", "kml", "gpx", "osm", "gpkg"]
HEADER = ["external_id", "name", "brand", "road_address", "latitude", "longitude", "phone", "price", "status"]
BRANDS = ["샘플네컷", "예시포토", "테스트컷", "모의사진관", "데모필름", "견본샾"]


def rows(count):
    """Seeded booths around Seoul."""
    numbers = random.Random(7)
    for number in range(count):
        brand = numbers.choice(BRANDS)
        yield [f"S-{number}", f"{brand} {numbers.randint(100, 999)}호점", brand,
               f"경기도 수원시 중앙로{numbers.randint(100, 999)}번길 {numbers.randint(10, 99)}",
               f"{numbers.gauss(37.3, 0.15):.7f}", f"{numbers.gauss(127, 0.15):.7f}",
               f"031-{numbers.randint(1000, 9999)}-{numbers.randint(1000, 9999)}", str(numbers.randint(3, 9) * 1000),
               "operating"]


def write_table(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(HEADER) + "\n")
        file.writelines(",".join(row) + "\n" for row in rows(count))


def write_workbook(path, count):
    """As a spreadsheet writes it, with the texts in the cells."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{package}/content-types"/>')
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
                         f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
                         '<sheet name="booths" sheetId="1" r:id="rId1"/></sheets></workbook>')
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}/relationships">'
                         f'<Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
                         '</Relationships>')
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'<worksheet xmlns="{main}"><sheetData>'.encode())
            sheet.write(cells(HEADER))
            for row in rows(count):
                sheet.write(cells(row))
            sheet.write(b"</sheetData></worksheet>")


def cells(row):
    texts = "".join(f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>' for text in row)
    return f"<row>{texts}</row>".encode()


def measured(*command):
    """Seconds of processor time, and the peak memory in megabytes."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdout=nothing)
        _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program, count = sys.argv[1], int((sys.argv + ["1000000"])[2])
    with tempfile.TemporaryDirectory() as directory:
        table = os.path.join(directory, "table.csv")
        write_table(table, count)
        data = os.path.join(directory, "all")
        measured(program, "import", table, "--source", "all", "--quiet", "--data-dir", data)
        print(f"{'format':12}{'MB':>8}{'s':>8}{'rows/s':>10}{'peak MB':>9}")
        for name in [*FORMATS, "xlsx"]:
            path = os.path.join(directory, f"booths.{name}")
            if name == "xlsx":
                write_workbook(path, count)
            else:
                with open(path, "wb") as file:
                    subprocess.run([program, "booths", "export", "--format", name, "--data-dir", data], stdout=file,
                                   check=True)
            into = os.path.join(directory, name)
            seconds, memory = measured(program, "import", path, "--source", "all", "--quiet", "--data-dir", into)
            size = os.path.getsize(path) / 1e6
            print(f"{name:12}{size:8.0f}{seconds:8.1f}{count / seconds:10.0f}{memory:9.0f}", flush=True)
            subprocess.run(["rm", "-rf", path, into], check=True)


main()

# Menu entry and file types of Kiebitz for this user. Run beside kiebitz.exe, or name it: register.ps1 -Program C:\…\kiebitz.exe
param([string]$Program = (Join-Path $PSScriptRoot "kiebitz.exe"), [switch]$Remove)
$classes = "HKCU:\Software\Classes"
$link = Join-Path ([Environment]::GetFolderPath("Programs")) "Kiebitz.lnk"
if ($Remove) {
    Remove-Item -Recurse -ErrorAction SilentlyContinue "$classes\Kiebitz.Puzzle", "$classes\Kiebitz.Games", $link
    return
}
$Program = (Resolve-Path $Program).Path
$shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut($link)
$shortcut.TargetPath = $Program
$shortcut.Save()
foreach ($kind in @(@("Kiebitz.Puzzle", "Skataufgabe", ".ron"), @("Kiebitz.Games", "Skatspiele", ".sgf"))) {
    New-Item -Force "$classes\$($kind[0])\shell\open\command" | Out-Null
    Set-Item "$classes\$($kind[0])" $kind[1]
    Set-Item "$classes\$($kind[0])\shell\open\command" "`"$Program`" `"%1`""
    # Offered beside what else opens such files; nothing is taken away from another program.
    New-Item -Force "$classes\$($kind[2])\OpenWithProgids" | Out-Null
    New-ItemProperty -Force "$classes\$($kind[2])\OpenWithProgids" -Name $kind[0] -Value "" | Out-Null
}

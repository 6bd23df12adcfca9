package main

import (
	"fmt"
	"strings"

	"ordering/shared/location"
)

// areaCodes are telephone areas by their greatest cities, from the maps of the North American Numbering Plan Administrator
// (nanpa.com, geographic area codes, 2025). Of overlaid codes the oldest stands for all. Numbers from 555-0100 to 555-0199 are
// kept for stories.
const areaCodes = `
AL 205 Birmingham, 251 Mobile, 256 Huntsville, 256 Gadsden, 334 Montgomery
AK 907 Anchorage
AZ 602 Phoenix, 480 Mesa, 520 Tucson, 928 Flagstaff
AR 501 Little Rock, 479 Fayetteville, 870 Jonesboro
CA 213 Los Angeles, 310 Torrance, 415 San Francisco, 510 Oakland, 408 San Jose, 916 Sacramento, 559 Fresno, 661 Bakersfield, 619 San Diego, 760 Oceanside, 714 Anaheim, 949 Irvine, 909 San Bernardino, 951 Riverside, 805 Oxnard, 831 Salinas, 209 Stockton, 530 Redding, 707 Santa Rosa, 562 Long Beach, 626 Pasadena, 818 Burbank, 925 Concord, 650 San Mateo
CO 303 Denver, 719 Colorado Springs, 970 Fort Collins
CT 203 Bridgeport, 860 Hartford
FL 305 Miami, 954 Fort Lauderdale, 561 West Palm Beach, 407 Orlando, 813 Tampa, 727 Saint Petersburg, 941 Sarasota, 239 Fort Myers, 863 Lakeland, 321 Melbourne, 386 Daytona Beach, 904 Jacksonville, 352 Gainesville, 850 Tallahassee, 772 Fort Pierce
GA 404 Atlanta, 770 Marietta, 706 Augusta, 912 Savannah, 229 Albany, 478 Macon
HI 808 Honolulu
ID 208 Boise
IL 312 Chicago, 847 Elgin, 630 Naperville, 708 Cicero, 815 Rockford, 217 Springfield, 309 Peoria, 618 Belleville
IN 317 Indianapolis, 260 Fort Wayne, 219 Gary, 574 South Bend, 765 Muncie, 812 Evansville
IA 515 Des Moines, 319 Cedar Rapids, 563 Davenport, 712 Sioux City, 641 Mason City
KS 316 Wichita, 913 Kansas City, 785 Topeka, 620 Hutchinson
KY 502 Louisville, 859 Lexington, 270 Bowling Green, 606 Ashland
LA 504 New Orleans, 225 Baton Rouge, 318 Shreveport, 337 Lafayette, 985 Houma
MD 410 Baltimore, 301 Rockville
MA 617 Boston, 508 Worcester, 413 Springfield, 978 Lowell, 781 Waltham
MI 313 Detroit, 248 Troy, 586 Warren, 734 Ann Arbor, 810 Flint, 517 Lansing, 616 Grand Rapids, 269 Kalamazoo, 989 Saginaw, 231 Traverse City, 906 Marquette
MN 612 Minneapolis, 651 Saint Paul, 507 Rochester, 218 Duluth, 320 Saint Cloud
MS 601 Jackson, 228 Gulfport, 662 Tupelo
MO 816 Kansas City, 314 Saint Louis, 417 Springfield, 573 Columbia, 636 Saint Charles, 660 Sedalia
MT 406 Billings
NE 402 Omaha, 308 Grand Island
NV 702 Las Vegas, 775 Reno
NJ 201 Jersey City, 973 Newark, 732 New Brunswick, 856 Camden, 609 Trenton, 908 Elizabeth
NM 505 Albuquerque, 575 Las Cruces
NY 212 New York, 718 Brooklyn, 718 Bronx, 516 Hempstead, 631 Brentwood, 914 Yonkers, 845 Poughkeepsie, 518 Albany, 315 Syracuse, 585 Rochester, 716 Buffalo, 607 Binghamton
NC 704 Charlotte, 919 Raleigh, 336 Greensboro, 910 Fayetteville, 828 Asheville, 252 Greenville
OH 614 Columbus, 216 Cleveland, 513 Cincinnati, 937 Dayton, 419 Toledo, 330 Akron, 740 Zanesville, 440 Elyria
OK 918 Tulsa, 405 Oklahoma City, 580 Lawton, 580 Enid
OR 503 Portland, 541 Eugene
PA 215 Philadelphia, 412 Pittsburgh, 610 Allentown, 717 Harrisburg, 570 Scranton, 814 Erie, 724 Greensburg
SC 803 Columbia, 843 Charleston, 864 Greenville
SD 605 Sioux Falls
TN 615 Nashville, 901 Memphis, 865 Knoxville, 423 Chattanooga, 931 Clarksville, 731 Jackson
TX 512 Austin, 713 Houston, 214 Dallas, 817 Fort Worth, 210 San Antonio, 915 El Paso, 361 Corpus Christi, 806 Lubbock, 325 Abilene, 432 Midland, 254 Waco, 903 Tyler, 409 Beaumont, 956 Laredo, 979 Bryan, 940 Wichita Falls, 936 Conroe, 830 New Braunfels, 972 Plano, 281 Sugar Land
UT 801 Salt Lake City, 435 Saint George
VA 703 Alexandria, 757 Virginia Beach, 804 Richmond, 540 Roanoke, 434 Lynchburg, 276 Bristol
WA 206 Seattle, 253 Tacoma, 425 Bellevue, 360 Olympia, 509 Spokane
WV 304 Charleston
WI 414 Milwaukee, 608 Madison, 262 Kenosha, 920 Green Bay, 715 Wausau
WY 307 Cheyenne
AB 403 Calgary, 780 Edmonton
BC 604 Surrey, 250 Kelowna
ON 416 Toronto, 905 Hamilton, 905 Mississauga, 519 London, 519 Kitchener, 519 Windsor, 613 Kingston, 705 Sudbury
QC 450 Laval, 450 Longueuil, 819 Sherbrooke, 819 Gatineau, 819 Trois-Rivières, 418 Québec
`

// area is a telephone area of a state.
type area struct {
	code string
	at   location.Point
}

// areas reads the table, with the places of the cities.
func (c *chain) areas() (map[string][]area, error) {
	at := map[string]location.Point{}
	for _, code := range c.codes {
		for _, city := range []string{code.City, code.Whole} {
			if _, known := at[city+"|"+code.State]; !known {
				at[city+"|"+code.State] = location.Point{Latitude: code.Latitude, Longitude: code.Longitude}
			}
		}
	}
	byState := map[string][]area{}
	for line := range strings.Lines(strings.TrimSpace(areaCodes)) {
		state, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for entry := range strings.SplitSeq(list, ", ") {
			code, city, _ := strings.Cut(entry, " ")
			place, ok := at[city+"|"+state]
			if !ok {
				return nil, fmt.Errorf("area code %s: no %s in %s", code, city, state)
			}
			byState[state] = append(byState[state], area{code, place})
		}
	}
	return byState, nil
}

// phone gives the next number of the telephone area whose city is nearest.
func (c *chain) phone(areas []area, at location.Point) (string, error) {
	if len(areas) == 0 {
		return "", fmt.Errorf("no telephone area at %v", at)
	}
	best := areas[0]
	for _, a := range areas {
		if at.Meters(a.at) < at.Meters(best.at) {
			best = a
		}
	}
	// Those written by hand have numbers up to 0124.
	line := max(c.lines[best.code], 124) + 1
	c.lines[best.code] = line
	if line > 199 {
		return "", fmt.Errorf("area code %s has no number left", best.code)
	}
	return fmt.Sprintf("+1%s5550%d", best.code, line), nil
}
